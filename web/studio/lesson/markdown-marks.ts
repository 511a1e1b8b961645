/** A text with a selection, and how the buttons of the Markdown field change it. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Puts a mark around the selection, or takes it away. */
export function toggleMark({ text, start, end }: Selected, mark: string): Selected {
  const inside = text.slice(start, end)
  const width = mark.length
  if (text.slice(start - width, start) === mark && text.slice(end, end + width) === mark)
    return {
      text: text.slice(0, start - width) + inside + text.slice(end + width),
      start: start - width,
      end: end - width,
    }
  return {
    text: text.slice(0, start) + mark + inside + mark + text.slice(end),
    start: start + width,
    end: end + width,
  }
}

/** Begins each selected line with a prefix, or takes it away. */
export function togglePrefix({ text, start, end }: Selected, prefix: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const found = text.indexOf('\n', end)
  const to = found < 0 ? text.length : found
  const lines = text.slice(from, to).split('\n')
  const isSet = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (isSet ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length }
}

/** Replaces the selection and selects a part of what is new. */
export function replaceSelection(
  { text, start, end }: Selected,
  replacement: string,
  part: [number, number],
): Selected {
  return {
    text: text.slice(0, start) + replacement + text.slice(end),
    start: start + part[0],
    end: start + part[1],
  }
}

/** A picture is a paragraph of its own. */
export function insertPicture(selected: Selected, { url, alt }: { url: string; alt: string }): Selected {
  const { text, start, end } = selected
  const before = start === 0 ? '' : text.slice(0, start).endsWith('\n\n') ? '' : '\n\n'
  const after = text.slice(end).startsWith('\n\n') || end === text.length ? '' : '\n\n'
  const picture = `${before}![${alt.replace(/[[\]\n]/g, ' ').trim()}](${url})${after}`
  return replaceSelection(selected, picture, [picture.length, picture.length])
}
