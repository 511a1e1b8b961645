/** The last so many days. */
export const PERIODS = [365, 90, 30] as const
type Period = (typeof PERIODS)[number]

/** The period of the figures and the page of the questions in the URL. Without a period: all time. */
export interface FigureSearch {
  days?: Period
  page?: number
}

export function readFigureSearch({ days, page }: Record<string, unknown>): FigureSearch {
  const known = PERIODS.find((period) => period === Number(days))
  return {
    ...(known ? { days: known } : {}),
    ...(Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}),
  }
}

/** The first day (UTC) of a period of so many days that ends today. */
export function firstDay(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
}
