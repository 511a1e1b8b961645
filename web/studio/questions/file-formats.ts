/** The formats of question files, by their own names. */
export const FORMAT_NAMES = {
  gift: 'GIFT',
  aiken: 'Aiken',
  'moodle-xml': 'Moodle XML',
  csv: 'CSV',
  xlsx: 'Excel',
  kahoot: 'Kahoot',
  quizizz: 'Quizizz',
} as const
export type ImportFormat = keyof typeof FORMAT_NAMES

export const EXPORT_FORMATS = ['gift', 'moodle-xml', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
