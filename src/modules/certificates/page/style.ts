/** The inline style sheet of the public pages, with the colours of `web/ui/styles/tokens.css`. They load no script, style sheet or font. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #fbf8f2; --paper: #fff; --ink: #1f1830; --quiet: #5d5472; --line: #e7dfd1; --primary: #5a3fe0;
  --good: #12703f; --good-ground: #dcf5e6; --wait: #8a5c00; --wait-ground: #fff2d2; --bad: #b5263f; --bad-ground: #fde4e8 }
@media (prefers-color-scheme: dark) { :root { --ground: #14101f; --paper: #1e182d; --ink: #f5f1fd; --quiet: #bdb2d6; --line: #382e52; --primary: #a08cff;
  --good: #58d692; --good-ground: #143423; --wait: #ffc145; --wait-ground: #3a2d12; --bad: #ff7d92; --bad-ground: #421a24 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px }
.brand { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 20px; margin: 0 0 24px }
.brand img { border-radius: 7px }
.brand a { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; color: var(--primary); font-weight: 700 }
.brand a:first-child { color: var(--ink); font-size: 21px; font-weight: 800; text-decoration: none }
h1 { margin: 0; font-size: clamp(24px, 5vw, 34px); line-height: 1.2; overflow-wrap: anywhere }
.course { margin: 4px 0 20px; font-size: 18px; color: var(--quiet); overflow-wrap: anywhere }
.state { display: block; margin: 0 0 20px; padding: 12px 16px; border-radius: 14px; border-inline-start: 5px solid currentColor }
.state b { display: block; font-size: 18px }
.state span { color: var(--ink) }
.good { color: var(--good); background: var(--good-ground) }
.wait { color: var(--wait); background: var(--wait-ground) }
.bad { color: var(--bad); background: var(--bad-ground) }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 842 / 595; border-radius: 10px; box-shadow: 0 1px 3px #0003, 0 8px 24px #0001 }
.below { display: grid; grid-template-columns: 1fr; gap: 20px; margin-top: 20px }
@media (min-width: 720px) { .below { grid-template-columns: 1fr 200px } }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 20px; padding: 16px 20px }
dl { margin: 0; display: grid; grid-template-columns: minmax(84px, auto) 1fr; gap: 6px 16px }
dt { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
code { font: 14px/1.5 ui-monospace, monospace }
.qr { text-align: center } .qr svg { width: 150px; height: 150px; padding: 8px; background: #fff; border-radius: 6px }
.qr p { margin: 8px 0 0; font-size: 14px; color: var(--quiet) }
.files { display: flex; flex-wrap: wrap; gap: 10px; margin: 20px 0 0; padding: 0; list-style: none }
.files a { display: block; padding: 10px 16px; min-height: 44px; border-radius: 14px; border: 1px solid var(--line); background: var(--paper); text-decoration: none; font-weight: 600 }
a { color: inherit }
@page { margin: 10mm }
@media print {
  :root { --ground: #fff; --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --good: #14613f; --good-ground: #fff; --wait: #7a5200; --wait-ground: #fff; --bad: #a61b1b; --bad-ground: #fff; color-scheme: light }
  body { font-size: 12px } main { max-width: none; padding: 0 } .brand, .files, .qr { display: none }
  h1 { font-size: 18px } .course { margin-bottom: 8px; font-size: 13px } .state { margin-bottom: 8px; padding: 4px 10px } .state b { font-size: 13px }
  .picture { width: auto; max-width: 100%; height: 100mm; margin: 0 auto; box-shadow: none; border-radius: 0 }
  .below { grid-template-columns: 1fr; margin-top: 8px } .card { padding: 6px 10px } dl { gap: 1px 12px } code { font-size: 10px }
}`

const digest = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')

/** Allows only this style sheet and images of this server, so that markup in a name can load and run nothing. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
