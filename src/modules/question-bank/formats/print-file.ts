import { toCsv } from '../../../platform/csv.ts'
import type { BankQuestion } from './extras.ts'
import { printGift } from './gift-print.ts'
import { printMoodleXml } from './moodle-print.ts'
import { printQuestionTable } from './question-table.ts'

export const EXPORT_FORMATS = ['gift', 'moodle-xml', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Writes questions as a file. */
export function printFile(format: ExportFormat, questions: readonly BankQuestion[]): string {
  switch (format) {
    case 'gift':
      return printGift(questions).text
    case 'moodle-xml':
      return printMoodleXml(questions).text
    case 'csv':
      return toCsv(printQuestionTable(questions))
  }
}
