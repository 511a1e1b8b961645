type Fontkit = typeof import('@pdf-lib/fontkit')

let loaded: Fontkit | undefined

/** Loads the font parser at its first use. It takes a tenth of a second, which a start without it saves. */
export function loadFontkit(): Fontkit {
  loaded ??= require('@pdf-lib/fontkit') as Fontkit
  return loaded
}
