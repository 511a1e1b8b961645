import { Link2, Lock } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { ProgressBar } from '../../ui/components/progress-bar.tsx'
import { useScreenText } from '../use-text.ts'

/** A badge with its picture; one that is not earned yet shows the progress. Its description says how to earn it. */
export function BadgeTile({ badge }: { badge: Api.BadgeProgress }) {
  const { t } = useScreenText()
  const { name, description, imageUrl, isCompleted, isMintedOnChain } = badge
  return (
    <li className="flex flex-col items-center rounded-card border border-line bg-surface p-4 text-center shadow-card">
      <span className="relative">
        <img
          src={ownFile(imageUrl)}
          alt=""
          width={84}
          height={84}
          loading="lazy"
          className={`size-21 object-contain ${isCompleted ? '' : 'opacity-45 grayscale'}`}
        />
        {!isCompleted && (
          <span className="absolute end-0 bottom-0 grid size-7 place-items-center rounded-full border border-line bg-surface text-ink-2">
            <Lock size={14} aria-hidden="true" />
          </span>
        )}
      </span>
      <h3 dir="auto" className="mt-3 text-[16px] leading-snug tracking-normal">
        {name}
      </h3>
      <p dir="auto" className="mt-1 mb-3 text-sm text-ink-2">
        {description}
      </p>
      <div className="mt-auto w-full">
        {isCompleted ? (
          <Pill
            tone={isMintedOnChain ? 'gem' : 'good'}
            size="small"
            className="max-w-full !rounded-2xl !whitespace-normal !leading-tight"
          >
            {isMintedOnChain && <Link2 size={14} className="flex-none" aria-hidden="true" />}
            {isMintedOnChain ? t('badges.onChain') : t('badges.earned')}
          </Pill>
        ) : (
          <Progress badge={badge} />
        )}
      </div>
    </li>
  )
}

function Progress({ badge }: { badge: Api.BadgeProgress }) {
  const { t } = useScreenText()
  const { name, currentProgress, requiredProgress, progressPercentage } = badge
  return (
    <>
      <ProgressBar
        size="thin"
        tone="gold"
        value={progressPercentage}
        label={t('badges.progressOf', { badge: name })}
      />
      <p className="mt-1.5 text-[13px] font-bold text-ink-2">
        {t('badges.progress', { done: currentProgress, total: requiredProgress })}
      </p>
    </>
  )
}
