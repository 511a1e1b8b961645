/** A4, landscape, in points. */
export const PAGE_SIZE = { width: 842, height: 595 }

/** The same as a picture, in pixels. */
export const PNG_SIZE = { width: 1684, height: 1190 }

/** What is stamped across the sheet, in degrees against the horizontal, and how much it covers. */
export const STAMP = { angle: 18, opacity: 0.28 }
