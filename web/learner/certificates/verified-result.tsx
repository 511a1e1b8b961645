import { BadgeCheck } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { useScreenText } from '../use-text.ts'

/** What a verified certificate proves: the passed course test with its score and skills. */
export function VerifiedResult({ verified }: { verified: Api.VerifiedResult }) {
  const { t, percent, date } = useScreenText()
  const { score, passedAt, skills } = verified
  return (
    <Card>
      <p className="flex items-center gap-2.5 font-extrabold text-good">
        <BadgeCheck size={24} aria-hidden="true" />
        {t('certificates.verified')}
      </p>
      <p className="mt-2 text-[15px]">
        {t('certificates.verifiedText', {
          share: percent(score),
          date: date(new Date(passedAt), { dateStyle: 'long' }),
        })}
      </p>
      {skills.length > 0 && (
        <ul aria-label={t('course.skills')} className="mt-3 flex flex-wrap gap-2">
          {skills.map((skill) => (
            <li key={skill}>
              <Pill tone="plain" size="small">
                <bdi>{skill}</bdi>
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
