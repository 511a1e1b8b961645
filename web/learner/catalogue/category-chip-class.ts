/** A category to filter by: a button in the app, a link on the page for visitors. */
export const CATEGORY_CHIP =
  'inline-flex min-h-11 max-w-full flex-none items-center rounded-full border-2 border-line bg-surface px-4.5 font-bold text-ink-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary aria-[current=page]:border-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary'
