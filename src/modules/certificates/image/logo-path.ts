/** An open book around the origin, about forty units wide. */
export const LOGO_PATH =
  'M-1.5 -9C-7 -13 -14 -13.5 -20 -12V10C-14 8.5 -7 9.5 -1.5 13ZM1.5 -9C7 -13 14 -13.5 20 -12V10C14 8.5 7 9.5 1.5 13Z'
