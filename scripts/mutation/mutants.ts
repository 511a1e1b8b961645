/** One small change of a file that a test should detect. */
export interface Mutant {
  file: string
  line: number
  rule: string
  before: string
  after: string
  text: string
}

interface Rule {
  name: string
  /** Every match on a line of code is one mutant. */
  pattern: RegExp
  replace: (match: RegExpExecArray) => string
}

const swap = (name: string, from: string, to: string): Rule => ({
  name,
  pattern: new RegExp(`(?<=\\s)${from.replaceAll(/[|+*?]/g, '\\$&')}(?=\\s)`, 'g'),
  replace: () => to,
})

/** The most frequent faults of programs: a limit, a sign, a guard, a keyword of a query. */
const RULES: Rule[] = [
  swap('equals', '===', '!=='),
  swap('differs', '!==', '==='),
  swap('less', '<', '<='),
  swap('at most', '<=', '<'),
  swap('more', '>', '>='),
  swap('at least', '>=', '>'),
  swap('and', '&&', '||'),
  swap('or', '||', '&&'),
  swap('plus', '+', '-'),
  swap('minus', '-', '+'),
  { name: 'not', pattern: /(?<=[\s(])!(?=[\w(])/g, replace: () => '' },
  { name: 'no await', pattern: /(?<!for )\bawait /g, replace: () => '' },
  { name: 'no guard', pattern: /^\s*if \(.*\) (?:throw|return)\b.*$/g, replace: () => '' },
  { name: 'no assert', pattern: /(?<=^\s*)assert\(/g, replace: () => 'void (' },
  { name: 'no throw', pattern: /(?<=^\s*)throw (?=\w)/g, replace: () => 'void ' },
  { name: 'true', pattern: /\btrue\b/g, replace: () => 'false' },
  { name: 'false', pattern: /\bfalse\b/g, replace: () => 'true' },
  {
    name: 'number',
    // A column that is selected only to count rows has no meaning.
    pattern: /(?<![\w.'"$#-]|returning )\d[\d_]*(?=n?\b)(?![\w]*[.'"])/g,
    replace: ([digits]) => String(Number(digits.replaceAll('_', '')) + 1),
  },
  {
    name: 'SQL: no predicate',
    pattern:
      /\b(?:and|or) (?:[^`()]|\([^()]*\))*?(?=\s+(?:and|or|returning|order by|limit|group by|for)\b|`|\)|$)/g,
    replace: () => '',
  },
  {
    name: 'SQL: no first predicate',
    pattern:
      /(?<=\bwhere )[\w."]+ [=<>!~^@]+ (?:any ?\(\$\{[^}]*\}[\w:[\]]*\)|\$\{[^}]*\}(?:::\w+)*|lower\([^()]*\)|'[^']*'|(?!any\b)[\w."]+)/g,
    replace: () => 'true',
  },
  {
    name: 'SQL: no lock',
    pattern: / for (?:no key )?update(?: of \w+)?(?: skip locked)?/g,
    replace: () => '',
  },
  { name: 'SQL: no skipping', pattern: / skip locked/g, replace: () => '' },
  { name: 'SQL: least', pattern: /\bgreatest(?=\()/g, replace: () => 'least' },
  { name: 'SQL: upwards', pattern: / desc\b/g, replace: () => '' },
  { name: 'SQL: null', pattern: /\bis null\b/g, replace: () => 'is not null' },
  { name: 'SQL: not null', pattern: /\bis not null\b/g, replace: () => 'is null' },
  swap('SQL: differs', '<>', '='),
]

/** Rules that apply only in queries, and rules that do not apply there. */
const inQueries = ({ name }: Rule) =>
  name.startsWith('SQL:') || /^(less|at most|more|at least|plus|minus|number|true|false)$/.test(name)
const inCode = ({ name }: Rule) => !name.startsWith('SQL:')

/** Returns every mutant of a file. Skips lines that only declare names. */
export function createMutants(file: string, source: string): Mutant[] {
  const lines = source.split('\n')
  const isSql = file.endsWith('.sql')
  const mutants: Mutant[] = []
  let inTemplate = isSql
  let isTagged = isSql
  let inComment = false
  for (const [index, line] of lines.entries()) {
    const bare = line.trim()
    const startedInTemplate = inTemplate
    const ticks = isSql ? 0 : [...line.matchAll(/(?<!\\)`/g)].length
    // A query is a tagged template; untagged templates are texts.
    if (ticks > 0 && !inTemplate) isTagged = /[\w>]`/.test(line.slice(0, line.indexOf('`') + 1))
    if (ticks % 2 === 1) inTemplate = !inTemplate
    if (bare.startsWith('/*')) inComment = true
    const isComment = inComment || bare.startsWith('//') || bare.startsWith('--')
    if (bare.endsWith('*/')) inComment = false
    if (isComment || /^(?:import |export type |export interface |interface |type |\| |')/.test(bare)) continue
    const isQuery = isTagged && (startedInTemplate || ticks > 0)
    for (const rule of RULES.filter(isQuery ? inQueries : inCode)) {
      for (const match of line.matchAll(rule.pattern)) {
        const changed =
          line.slice(0, match.index) +
          rule.replace(match as RegExpExecArray) +
          line.slice(match.index + match[0].length)
        if (changed === line) continue
        const text = lines.with(index, changed).join('\n')
        if (!isSql && !compiles(text)) continue
        mutants.push({ file, line: index + 1, rule: rule.name, before: bare, after: changed.trim(), text })
      }
    }
  }
  return mutants
}

const transpiler = new Bun.Transpiler({ loader: 'ts' })

function compiles(text: string): boolean {
  try {
    transpiler.transformSync(text)
    return true
  } catch {
    return false
  }
}
