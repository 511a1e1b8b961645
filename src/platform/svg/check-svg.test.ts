import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSvg } from './check-svg.ts'

function errorsOf(svg: string): string[] {
  const errors: string[] = []
  checkSvg(svg, (line, message) => errors.push(`${line}: ${message}`))
  return errors
}

function inSvg(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">\n${inside}\n</svg>`
}

test.each([
  '<script>alert(1)</script>',
  '<rect onclick="alert(1)"/>',
  '<rect ONLOAD="alert(1)"/>',
  '<image href="https://example.org/x.png"/>',
  '<use href="https://example.org/x.svg#a"/>',
  '<use xlink:href="data:image/svg+xml;base64,AAAA"/>',
  '<a href="javascript:alert(1)"><text>x</text></a>',
  '<foreignObject><p>x</p></foreignObject>',
  '<set attributeName="href" to="javascript:alert(1)"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<rect fill="url(https://example.org/x)"/>',
  '<rect fill="url( \'https://example.org/x\')"/>',
  '<rect fill="&#117;rl(https://example.org/x)"/>',
  '<rect style="background: \\75rl(x)"/>',
  '<style>@import "https://example.org/x.css";</style>',
  '<style>rect { fill: url(https://example.org/x) }</style>',
  '<style>@imp<!-- -->ort "x";</style>',
  '<style>rect { background: image-set("https://example.org/x" 1x) }</style>',
  '<iframe src="x"/>',
  '<rect>',
  '<rect width=1/>',
  '<![CDATA[<script>]]>',
  '</rect>',
])('checkSvg reports %s with its line', (inside) => {
  expect(errorsOf(inSvg(inside))[0]).toMatch(/^[23]: /)
})

test.each([
  '',
  'plain text',
  '<html></html>',
  '<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>',
  '<?xml-stylesheet href="https://example.org/x.css"?><svg></svg>',
  '<svg/><script>alert(1)</script>',
  '<svg></svg> after',
])('checkSvg reports %j', (svg) => expect(errorsOf(svg)).not.toEqual([]))

test('checkSvg accepts gradients, text, styles and references within the image', () => {
  const inside = `<!-- a comment -->
    <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><path id="p" d="M0 0h1"/></defs>
    <style>text { font-family: system-ui, sans-serif }</style>
    <rect fill="url(#g)" style="stroke: #000; stroke-width: 2"/><use href="#p"/><text x="1">a &lt; b &amp; c</text>`
  expect(errorsOf(`<?xml version="1.0"?>\n${inSvg(inside)}`)).toEqual([])
})

test('checkSvg accepts every shipped image', () => {
  const folder = join(import.meta.dir, '../../../content/courses')
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith('.svg'))
  for (const file of files)
    expect([file, errorsOf(readFileSync(join(folder, file), 'utf8'))]).toEqual([file, []])
})
