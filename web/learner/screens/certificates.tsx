import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Laurel } from '../../ui/brand/laurel.tsx'
import { Button } from '../../ui/components/button.tsx'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Card } from '../../ui/components/card.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { CertificateCard } from '../certificates/certificate-card.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { useScreenText } from '../use-text.ts'

const ClaimSheet = lazy(() => import('../certificates/claim-sheet.tsx'))
const SHOWN = 100

export default function Certificates() {
  const { t } = useScreenText()
  const certificates = useApi('GET /certificates', { query: { limit: SHOWN } })
  const courses = useApi('GET /user-courses', { query: { limit: SHOWN } })
  const [claimed, setClaimed] = useState<Api.EnrolledCourse>()
  const fault = certificates.error ?? courses.error
  const retry = () => void Promise.all([certificates.refetch(), courses.refetch()])
  if (!certificates.data || !courses.data)
    return fault ? <ErrorState fault={fault} level="h1" onRetry={retry} /> : <ScreenLoading />
  const owned = certificates.data.data
  const claimable = courses.data.data.filter(
    ({ courseId, completedAt }) => completedAt && !owned.some((one) => one.courseId === courseId),
  )
  return (
    <div className="animate-rise">
      <BackLink to="/me" text={t('tab.me')} />
      <h1 className="mt-1 mb-5 text-[27px] lg:text-[34px]">{t('certificates.title')}</h1>
      {claimable.length > 0 && (
        <ul className="mb-6 grid gap-3">
          {claimable.map((course) => (
            <Claimable key={course.courseId} course={course} onClaim={() => setClaimed(course)} />
          ))}
        </ul>
      )}
      {owned.length > 0 ? (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {owned.map((certificate) => (
            <CertificateCard key={certificate.id} certificate={certificate} />
          ))}
        </ul>
      ) : (
        claimable.length === 0 && <NoCertificates />
      )}
      <Suspense>{claimed && <ClaimSheet course={claimed} onClose={() => setClaimed(undefined)} />}</Suspense>
    </div>
  )
}

function Claimable({ course, onClaim }: { course: Api.EnrolledCourse; onClaim: () => void }) {
  const { t } = useScreenText()
  return (
    <Card as="li" className="flex flex-wrap items-center gap-4 !border-gold">
      <Laurel size={56} className="flex-none text-gold" />
      <div className="min-w-0 flex-1 basis-52">
        <h2 className="text-[17px]">
          <bdi>{course.title}</bdi>
        </h2>
        <p className="mt-0.5 text-[15px] text-ink-2">{t('certificates.ready')}</p>
      </div>
      <Button onClick={onClaim} className="max-sm:w-full">
        {t('certificates.claim')}
      </Button>
    </Card>
  )
}

function NoCertificates() {
  const { t } = useScreenText()
  return (
    <EmptyState
      title={t('certificates.none')}
      action={
        <Link to="/learn" className={buttonClass({})}>
          {t('today.allCourses')}
        </Link>
      }
    >
      {t('certificates.noneText')}
    </EmptyState>
  )
}
