/** Keyboards of Arabic and Persian type their own digits. */
export const westernDigits = (typed: string): string =>
  typed.replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)

/** The digits of a typed code. */
export const typedDigits = (typed: string): string => westernDigits(typed).replace(/\D/g, '')
