import type { ReportError } from '../yaml/read-yaml.ts'

/** Shapes, text and paint. Elements that run, load or embed content are missing. */
const ELEMENTS = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan textPath defs linearGradient radialGradient stop
  clipPath mask pattern marker symbol use title desc style filter feBlend feColorMatrix feComposite feDropShadow feFlood
  feGaussianBlur feMerge feMergeNode feOffset`.split(/\s+/),
)
const TOKEN =
  /<!--[\s\S]*?-->|<\?xml [^<>]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Reports everything in an SVG that is not plain drawing: scripts, handlers, external references, malformed XML. */
export function checkSvg(text: string, reportError: ReportError): void {
  const open: string[] = []
  let at = 0
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const content = text.slice(at, next === -1 ? text.length : next)
    if (open.length === 0 && content.trim() !== '') {
      reportError(lineAt(at), 'has text outside of <svg>')
      return
    }
    if (open.at(-1) === 'style') checkPaint(content, lineAt(at), reportError)
    if (next === -1) break
    TOKEN.lastIndex = next
    const token = TOKEN.exec(text)
    if (!token) {
      reportError(lineAt(next), 'is not well-formed SVG here')
      return
    }
    at = TOKEN.lastIndex
    const [, isEnd, name, attributes, isEmpty] = token
    if (open.at(-1) === 'style' && !(isEnd && name === 'style')) {
      reportError(lineAt(next), 'contains elements inside of <style>')
      return
    }
    if (name === undefined) continue
    if (isEnd) {
      if (open.pop() !== name) {
        reportError(lineAt(next), `</${name}> has no opening tag`)
        return
      }
      continue
    }
    if (open.length === 0 && name !== 'svg') {
      reportError(lineAt(next), 'must begin with <svg>')
      return
    }
    if (!ELEMENTS.has(name)) reportError(lineAt(next), `<${name}> is not allowed in an image`)
    checkAttributes(attributes!, lineAt(next), reportError)
    if (!isEmpty) open.push(name)
  }
  if (open.length > 0) reportError(lineAt(text.length), `<${open.at(-1)}> is not closed`)
  else if (!/<svg[\s>]/.test(text)) reportError(1, 'is not an SVG')
}

function checkAttributes(attributes: string, line: number, reportError: ReportError): void {
  for (const [, name, double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? ''
    const plain = name!.toLowerCase()
    if (plain.startsWith('on')) reportError(line, `${name} is an event handler`)
    else if (/(^|:)(href|src)$/.test(plain) && !/^#[\w.-]+$/.test(value))
      reportError(line, `${name} refers to something outside of the image`)
    else if (!plain.startsWith('xmlns')) checkPaint(value, line, reportError)
  }
}

/** Paint and styles may refer to parts of the same image, as in url(#gradient). */
function checkPaint(value: string, line: number, reportError: ReportError): void {
  if (
    /url\s*\(\s*(?!["']?#)/i.test(value) ||
    /@import|javascript:|\/\/|\b(?:expression|image-set|src)\s*\(/i.test(value)
  )
    reportError(line, 'refers to something outside of the image')
  else if (/[(:@]/.test(value) && /\\|&(?!(?:amp|lt|gt|quot|apos);)/.test(value))
    reportError(line, 'contains an escaped reference')
}
