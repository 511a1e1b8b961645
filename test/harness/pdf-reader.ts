import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

// Reads a PDF from standard input and prints its content. Runs in its own process, because the library
// replaces globals of the runtime.
const data = new Uint8Array(await Bun.stdin.arrayBuffer())
const pdf = await getDocument({ data, verbosity: 0 }).promise
const pages: string[] = []
for (let number = 1; number <= pdf.numPages; number++) {
  const { items } = await (await pdf.getPage(number)).getTextContent()
  pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
}
const { info } = await pdf.getMetadata()
console.log(JSON.stringify({ pages, title: (info as { Title?: string }).Title }))
process.exit(0)
