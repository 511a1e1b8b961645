/** A long text of a machine, such as the body of a request. JSON is indented. */
export function CodeText({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <h3 className="mb-1.5 text-[15px] tracking-normal">{label}</h3>
      <pre
        dir="ltr"
        className="whitespace-pre-wrap break-all rounded-2xl border border-line bg-sunken p-3.5 text-[13px] leading-relaxed"
      >
        {indented(text)}
      </pre>
    </section>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
