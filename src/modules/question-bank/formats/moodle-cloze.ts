import { FormatFault } from './question-file.ts'

/** Moodle's "embedded answers": `{1:SHORTANSWER:=one~=uno}` inside of a text. */

export interface ClozeText {
  /** With the gaps `{{1}}`, `{{2}}`, … */
  text: string
  gaps: { accepted: string[] }[]
}

const GAP = /\{\d*:([A-Z_]+):((?:\\.|[^\\}])*)\}/g
const SHORT_ANSWER = /^(?:SHORTANSWER|SHORTANSWER_C|SA|SAC|MW|MWC)$/

export function readCloze(source: string): ClozeText {
  const gaps: { accepted: string[] }[] = []
  const text = source.replace(GAP, (_, type: string, answers: string) => {
    if (!SHORT_ANSWER.test(type))
      throw new FormatFault(`has a gap of the type ${type}, which cannot be imported`)
    gaps.push({ accepted: readAccepted(answers) })
    return `{{${gaps.length}}}`
  })
  return { text, gaps }
}

function readAccepted(answers: string): string[] {
  return answers
    .split(/(?<!(?<!\\)\\)~/)
    .map((answer) => answer.trim())
    .flatMap((answer) => {
      const [, points, rest] = /^(=|%-?[\d.]+%)?([\s\S]*)$/.exec(answer)!
      if (points === undefined || points === '%0%') return []
      if (points !== '=' && points !== '%100%')
        throw new FormatFault('has a partly right answer in a gap, and we grade answers as right or wrong')
      const [text] = rest!.split(/(?<!(?<!\\)\\)#/, 1)
      if (/(?<!\\)\*/.test(text!)) throw new FormatFault('has the wildcard *, which cannot be imported')
      return [text!.replace(/\\(.)/gs, '$1').trim()]
    })
}

export function printCloze({ text, gaps }: ClozeText): string {
  return text.replace(/\{\{(\d+)\}\}/g, (_, number: string) => {
    const { accepted } = gaps[Number(number) - 1]!
    return `{1:SHORTANSWER:${accepted.map((answer) => `=${answer.replace(/[\\}~#/"*=%]/g, '\\$&')}`).join('~')}}`
  })
}
