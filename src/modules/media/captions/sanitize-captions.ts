/** A fault in a WebVTT file, with the number of its line. */
export class CaptionError extends Error {
  constructor(line: number, fault: string) {
    super(`line ${line}: ${fault}`)
  }
}

const MAX_CUES = 10_000
const HOUR_DIGITS = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
const TIMING = /^(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t]+(.*))?$/
const PERCENT = String.raw`(?:100|\d{1,2})(?:\.\d+)?%`
/** The settings of a cue that only move its text. */
const SETTINGS = [
  /^vertical:(?:rl|lr)$/,
  new RegExp(`^line:(?:${PERCENT}|-?\\d{1,3})(?:,(?:start|center|end))?$`),
  new RegExp(`^position:${PERCENT}(?:,(?:line-left|center|line-right))?$`),
  new RegExp(`^size:${PERCENT}$`),
  /^align:(?:start|center|end|left|right)$/,
]
/** Tags without styles of the page: bold, italic, underlined, ruby, language and the name of a voice. */
const TAG =
  /^<(?:\/?(?:b|i|u|c|v|ruby|rt|lang)|(?:v|lang)[ \t][^<>&"'\n]{1,100}|\d{2}:[0-5]\d:[0-5]\d\.\d{3})>/
const ENTITY = /^&(?:amp|lt|gt|nbsp|lrm|rlm);/

/**
 * Parses a WebVTT file and writes it again: only cues with times, positions and plain text. Notes, styles and regions are
 * left out, because players need none of them and styles can load files. Throws a `CaptionError` at the first fault.
 */
export function sanitizeCaptions(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0]!)) throw new CaptionError(1, 'must begin with WEBVTT')
  const cues: string[] = []
  let before = 0
  let at = lines.indexOf('')
  if (at === -1) at = lines.length
  while (at < lines.length) {
    if (lines[at] === '') {
      at++
      continue
    }
    const end = lines.indexOf('', at)
    const block = lines.slice(at, end === -1 ? lines.length : end)
    if (!/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0]!)) {
      if (cues.length === MAX_CUES) throw new CaptionError(at + 1, `has more than ${MAX_CUES} cues`)
      const cue = sanitizeCue(block, at + 1)
      if (cue.start < before) throw new CaptionError(at + 1, 'begins before the cue above it')
      before = cue.start
      cues.push(cue.text)
    }
    at += block.length
  }
  if (cues.length === 0) throw new CaptionError(lines.length, 'there are no cues')
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/** An optional name, the times, and the text. The name is left out. */
function sanitizeCue(block: string[], line: number): { start: number; text: string } {
  const timingAt = block[0]!.includes('-->') ? 0 : 1
  const timing = TIMING.exec(block[timingAt] ?? '')
  if (!timing) throw new CaptionError(line + timingAt, 'needs times such as 00:01.000 --> 00:02.500')
  const [, from, to, settings = ''] = timing
  const [start, end] = [secondsOf(from!), secondsOf(to!)]
  if (start === undefined || end === undefined)
    throw new CaptionError(line + timingAt, 'has a time that cannot be read')
  if (end <= start) throw new CaptionError(line + timingAt, 'ends before it begins')
  const allowed = settings.split(/[ \t]+/).filter((setting) => SETTINGS.some((rule) => rule.test(setting)))
  const texts = block
    .slice(timingAt + 1)
    .map((text, index) => sanitizeLine(text, line + timingAt + 1 + index))
  if (texts.length === 0) throw new CaptionError(line + timingAt, 'has no text')
  return { start, text: [[from, '-->', to, ...allowed].join(' '), ...texts].join('\n') }
}

function secondsOf(time: string): number | undefined {
  const match = HOUR_DIGITS.exec(time)
  if (!match) return undefined
  const [, hours = '0', minutes, seconds, thousandths] = match
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1_000
}

/** Every `<` and `&` that is not a known tag or entity becomes text. */
function sanitizeLine(text: string, line: number): string {
  if (text.includes('-->')) throw new CaptionError(line, 'has times without an empty line before them')
  let written = ''
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + 120)
    const known = text[at] === '<' ? TAG.exec(rest) : text[at] === '&' ? ENTITY.exec(rest) : null
    if (known) written += known[0]
    else written += text[at] === '<' ? '&lt;' : text[at] === '&' ? '&amp;' : text[at]
    at += known?.[0].length ?? 1
  }
  return written
}
