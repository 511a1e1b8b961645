import { CircleAlert } from 'lucide-react'

/** The error of the whole form. The live region exists before the text, so that screen readers announce it. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2.5 rounded-control bg-bad-soft p-3.5 text-[15px] font-semibold text-bad">
          <CircleAlert size={20} className="mt-0.5 flex-none" aria-hidden="true" />
          {text}
        </p>
      )}
    </div>
  )
}
