export interface CodeToken {
  kind: 'plain' | 'comment' | 'string' | 'number' | 'keyword'
  text: string
}

const KEYWORDS =
  'abstract|and|as|async|await|break|case|catch|class|const|constructor|contract|continue|def|default|delete|elif|else|emit|enum|event|except|export|external|extends|false|finally|for|from|function|group by|if|import|in|insert|interface|internal|into|is|join|let|mapping|memory|modifier|new|None|not|null|of|on|or|order by|payable|pragma|private|public|pure|require|return|returns|select|set|storage|struct|super|switch|this|throw|true|True|False|try|typeof|undefined|update|using|values|var|view|void|where|while|with|yield|SELECT|FROM|WHERE|GROUP BY|ORDER BY|JOIN|ON|AS|AND|OR|NOT|INSERT|INTO|VALUES|UPDATE|SET|COUNT|SUM|AVG|LIMIT|HAVING'

const TOKEN = new RegExp(
  [
    '(\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/|(?<![&\\w])#(?![0-9a-fA-F]{3,8}\\b)[^\\n]*|--[^\\n]*|<!--[\\s\\S]*?-->)',
    '("(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\'|`(?:\\\\.|[^`\\\\])*`)',
    '\\b(\\d[\\d_.]*)\\b',
    `\\b(${KEYWORDS})\\b`,
  ].join('|'),
  'g',
)

/** Comments, strings, numbers and keywords of the languages that courses teach; enough for readable code. */
export function tokensOf(code: string): CodeToken[] {
  const tokens: CodeToken[] = []
  let end = 0
  for (const found of code.matchAll(TOKEN)) {
    if (found.index > end) tokens.push({ kind: 'plain', text: code.slice(end, found.index) })
    const [text, comment, string, number] = found
    const kind = comment ? 'comment' : string ? 'string' : number ? 'number' : 'keyword'
    tokens.push({ kind, text })
    end = found.index + text.length
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) })
  return tokens
}
