import type { useNavigate } from '@tanstack/react-router'

/** Opens the address that the user asked for before the sign-in, or Today. */
export async function openNext(
  navigate: ReturnType<typeof useNavigate>,
  next: string | undefined,
): Promise<void> {
  // The studio and the console are applications of their own.
  if (/^\/(studio|console)(?:[/?]|$)/.test(next ?? '')) location.assign(next!)
  else await navigate({ to: next ?? '/', replace: true })
}
