import { type ReactNode, useContext } from 'react'
import { ownFile } from '../api/own-file.ts'
import { FormulaContext, FormulaView, withoutPlaceholders } from './formulas.tsx'

/** An escaped character, code, or another one; none of them begins or ends a mark. Stars before spaces are text. */
const PLAIN = String.raw`\\[^]|\x60[^\x60]+\x60|[^\\*\x60]|\*(?=\s)`
const TARGET = String.raw`<[^<>\n]*>|[^)\s<]+`
const TITLE = String.raw`(?:\s+"[^"]*")?`
/** Code, then strong, then emphasis, then links and pictures; an escaped character stays as it is, and an escaped line end breaks the line. */
const INLINE = new RegExp(
  [
    String.raw`\uE001(?<formula>\d+)\uE002`,
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~\n])`,
    String.raw`(?<fence>\x60+)(?<code>.+?)\k<fence>(?!\x60)`,
    String.raw`\*\*(?<strong>(?!\s)(?:${PLAIN}|\*(?![\s*])(?:${PLAIN})+(?<!\s)\*)+)\*\*`,
    '__(?<strong2>.+?)__',
    String.raw`\*(?<emphasis>(?!\s)(?:${PLAIN}|\*\*(?![\s*])(?:${PLAIN})+(?<!\s)\*\*)+(?<!\s))\*`,
    String.raw`(?<!\w)_(?<emphasis2>[^\s_](?:.*?[^\s_])?)_(?!\w)`,
    String.raw`\[(?<label>(?:\\[^]|!\[[^\]]*\]\([^)]*\)|[^\]\\[])+)\]\((?<target>${TARGET})${TITLE}\)`,
    String.raw`<(?<autolink>https?:\/\/[^\s>]+|mailto:[^\s>]+)>`,
    String.raw`!\[(?<alt>(?:\\[^]|[^\]\\])*)\]\((?<picture>${TARGET})${TITLE}\)`,
  ].join('|'),
)

/** The text with its marks as elements. Everything becomes text nodes, so nothing in it can be markup. */
export function inlineOf(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let rest = text
  let key = 0
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    if (found.index > 0) nodes.push(unescaped(rest.slice(0, found.index)))
    nodes.push(<Mark key={key++} found={found} />)
    rest = rest.slice(found.index + found[0].length)
  }
  if (rest) nodes.push(unescaped(rest))
  return nodes
}

function Mark({ found }: { found: RegExpExecArray }) {
  const formulas = useContext(FormulaContext)
  const asWritten = (text: string) => withoutPlaceholders(text, formulas)
  const {
    formula,
    escaped,
    code,
    strong,
    strong2,
    emphasis,
    emphasis2,
    label,
    target,
    autolink,
    alt,
    picture,
  } = found.groups!
  if (formula) {
    const known = formulas[Number(formula)]
    return known ? <FormulaView formula={known} /> : null
  }
  if (escaped) return escaped === '\n' ? <br /> : escaped
  if (code !== undefined) return <code className="inline-code">{asWritten(code.trim())}</code>
  if (strong ?? strong2) return <strong>{inlineOf((strong ?? strong2)!)}</strong>
  if (emphasis ?? emphasis2) return <em>{inlineOf((emphasis ?? emphasis2)!)}</em>
  if (picture !== undefined)
    return <Picture alt={asWritten(literal(alt!))} address={asWritten(literal(withoutBrackets(picture)))} />
  if (autolink)
    return <SafeLink target={asWritten(autolink)}>{asWritten(autolink).replace(/^mailto:/, '')}</SafeLink>
  return <SafeLink target={asWritten(literal(withoutBrackets(target!)))}>{inlineOf(label!)}</SafeLink>
}

/** Pictures come from this service only; the policy of the page refuses others. `media/…` is the name of a stored one. */
function Picture({ alt, address }: { alt: string; address: string }) {
  const path = ownFile(address.replace(/^media\//, '/files/media/'))
  if (!path.startsWith('/files/')) return <SafeLink target={address}>{alt || address}</SafeLink>
  return <img src={path} alt={alt} loading="lazy" />
}

/** Only addresses of the web and of mail are links. */
function SafeLink({ target, children }: { target: string; children: ReactNode }) {
  if (!/^(?:https?:\/\/|mailto:)/i.test(target)) return <span>{children}</span>
  return (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** The server writes `&lt;` for what would begin a tag, and the editor a reference for a character beside some marks. */
function unescaped(text: string): string {
  return text
    .replace(/&#x([0-9A-F]{1,5});/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

const withoutBrackets = (target: string) => target.replace(/^<|>$/g, '')

/** What has no marks, without its escapes. */
function literal(text: string): string {
  return unescaped(text.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
}
