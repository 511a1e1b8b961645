/** The inline style sheet of the public pages. They load no script, style sheet or font. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #f3f1ea; --paper: #fff; --ink: #1d2b28; --quiet: #5d6b67; --line: #dcd8cc;
  --good: #14613f; --good-ground: #e3f3ea; --wait: #7a5200; --wait-ground: #fdf1d6; --bad: #a61b1b; --bad-ground: #fbe6e6 }
@media (prefers-color-scheme: dark) { :root { --ground: #121816; --paper: #1b2321; --ink: #e9eeec; --quiet: #9fb0ab; --line: #33403c;
  --good: #7fdcae; --good-ground: #123526; --wait: #f0c96b; --wait-ground: #3a2d0c; --bad: #ff9b9b; --bad-ground: #431a1a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px }
.brand { margin: 0 0 16px; color: var(--quiet); font-weight: 600 }
h1 { margin: 0; font-size: clamp(24px, 5vw, 34px); line-height: 1.2; overflow-wrap: anywhere }
.course { margin: 4px 0 20px; font-size: 18px; color: var(--quiet); overflow-wrap: anywhere }
.state { display: block; margin: 0 0 20px; padding: 12px 16px; border-radius: 10px; border-left: 5px solid currentColor }
.state b { display: block; font-size: 18px }
.state span { color: var(--ink) }
.good { color: var(--good); background: var(--good-ground) }
.wait { color: var(--wait); background: var(--wait-ground) }
.bad { color: var(--bad); background: var(--bad-ground) }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 842 / 595; border-radius: 10px; box-shadow: 0 1px 3px #0003, 0 8px 24px #0001 }
.below { display: grid; grid-template-columns: 1fr; gap: 20px; margin-top: 20px }
@media (min-width: 720px) { .below { grid-template-columns: 1fr 200px } }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px }
dl { margin: 0; display: grid; grid-template-columns: minmax(84px, auto) 1fr; gap: 6px 16px }
dt { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
code { font: 14px/1.5 ui-monospace, monospace }
.qr { text-align: center } .qr svg { width: 150px; height: 150px; padding: 8px; background: #fff; border-radius: 6px }
.qr p { margin: 8px 0 0; font-size: 14px; color: var(--quiet) }
.files { display: flex; flex-wrap: wrap; gap: 10px; margin: 20px 0 0; padding: 0; list-style: none }
.files a { display: block; padding: 10px 16px; border-radius: 8px; border: 1px solid var(--line); background: var(--paper); text-decoration: none; font-weight: 600 }
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
