const MARKDOWN_IMAGE = /\]\(media\/(?=[0-9a-f]{32}\.[a-z]+\))/g
const HTML_IMAGE = /(?<=<img src=")media\/(?=[0-9a-f]{32}\.[a-z]+")/g

/**
 * Replaces the names of stored images by their URLs in all texts of a response. Stored texts contain names, because the
 * public URL of the service may change.
 */
export function withMediaUrls<Value>(value: Value, publicUrl: string): Value {
  const folder = `${publicUrl}/files/media/`
  return replaceTexts(value, (text) =>
    text.includes('media/') ? text.replace(MARKDOWN_IMAGE, `](${folder}`).replace(HTML_IMAGE, folder) : text,
  ) as Value
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replace))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceTexts(item, replace)]))
}
