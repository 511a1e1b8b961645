import type { Tx } from '../../platform/transaction/tx.ts'
import { emptyHistogram, withTime } from '../mastery/public/time-histogram.ts'
import { addSlidePlays, type PlayedVersion, type SlidePlay } from './slide-play-queries.ts'

/** A part of one play of a lesson. The app reports each slide once as seen and once as read. */
export interface PlayReport {
  /** The slides that were shown, from 1. */
  seen: number[]
  /** The slides from which the learner went on, with the time on them. */
  read: { slide: number; seconds: number }[]
}

/** Adds the slides of a play to the counters of the day. Slides that the lesson does not have are left out. */
export async function recordPlay(
  tx: Tx,
  {
    version,
    slideCount,
    report,
    day,
  }: { version: PlayedVersion; slideCount: number; report: PlayReport; day: string },
): Promise<void> {
  const plays = slidesOf(report).filter(({ slide }) => slide <= slideCount)
  if (plays.length > 0) await addSlidePlays(tx, version, plays, day)
}

/** Each slide counts once, also if the report names it twice. */
export function slidesOf({ seen, read }: PlayReport): SlidePlay[] {
  const plays = new Map<number, SlidePlay>()
  for (const slide of seen) plays.set(slide, { slide, seen: 1, times: emptyHistogram() })
  for (const { slide, seconds } of new Map(read.map((one) => [one.slide, one])).values())
    plays.set(slide, { slide, seen: plays.get(slide)?.seen ?? 0, times: withTime(null, seconds) })
  return [...plays.values()]
}
