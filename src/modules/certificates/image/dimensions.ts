/** A4, landscape, in points. */
export const PAGE_SIZE = { width: 842, height: 595 }

/** The size of the PNG, in pixels. */
export const PNG_SIZE = { width: 1684, height: 1190 }

/** The REVOKED stamp: its angle in degrees and its opacity. */
export const STAMP = { angle: 18, opacity: 0.28 }

/** The logo: an open book around the origin, about forty units wide. */
export const LOGO_PATH =
  'M-1.5 -9C-7 -13 -14 -13.5 -20 -12V10C-14 8.5 -7 9.5 -1.5 13ZM1.5 -9C7 -13 14 -13.5 20 -12V10C14 8.5 7 9.5 1.5 13Z'
