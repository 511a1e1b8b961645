import type { CsvCell } from '../../platform/csv.ts'
import type { CourseStats } from './course-stats.ts'

export const COURSE_STATS_CSV_EXAMPLE =
  'part,id,title,measure,value\r\nlearners,,,enrolled,120\r\nlessons,019a8b5e-7c1d-7000-8000-0000000000e1,What a key opens,completed,84\r\n'

/** One row for each number, because the parts of the stats have different columns. */
export function toCourseStatsTable(stats: CourseStats): CsvCell[][] {
  const { learners, lessons, test, submissions, criteria, certificates, days } = stats
  return [
    ['part', 'id', 'title', 'measure', 'value'],
    ...rowsOf(['learners', null, null], learners),
    ...lessons.flatMap(({ lessonId, title, status: _, slides: __, ...measures }) =>
      rowsOf(['lessons', lessonId, title], measures),
    ),
    ...lessons.flatMap(({ lessonId, slides }) =>
      slides.flatMap(({ order, type: _, title, ...measures }) =>
        rowsOf(['slides', `${lessonId}#${order}`, title], measures),
      ),
    ),
    ...rowsOf(['test', null, null], test),
    ...rowsOf(['submissions', null, null], submissions),
    ...criteria.flatMap(({ criterion, ...measures }, index) =>
      rowsOf(['criteria', index + 1, criterion], measures),
    ),
    ...rowsOf(['certificates', null, null], certificates),
    ...days.flatMap(({ day, ...measures }) => rowsOf(['days', day, null], measures)),
  ]
}

function rowsOf(subject: CsvCell[], measures: Record<string, number | null>): CsvCell[][] {
  return Object.entries(measures).map(([measure, value]) => [...subject, measure, value])
}
