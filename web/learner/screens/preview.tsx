import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { EmptyState } from '../../ui/components/empty-state.tsx'
import { LessonPlayer } from '../../ui/player/lesson-player.tsx'
import { PublicQuery } from '../public/public-query.tsx'
import { useScreenText } from '../use-text.ts'

const route = getRouteApi('/preview/$token')

/**
 * A lesson by the preview link of its author. It counts as no learning. The service grades nothing for a link, so only questions
 * that come with their answer are asked.
 */
export default function Preview() {
  const { t } = useScreenText()
  const { token } = route.useParams()
  const navigate = useNavigate()
  const [isFinished, setFinished] = useState(false)
  const query = useApi('GET /public/lesson-previews/{token}', { path: { token } })
  if (!query.data) return <PublicQuery query={query}>{() => null}</PublicQuery>
  if (isFinished)
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          level="h1"
          title={t('preview.end')}
          action={<Button onClick={() => setFinished(false)}>{t('preview.again')}</Button>}
        >
          {t('preview.text')}
        </EmptyState>
      </main>
    )
  return (
    <LessonPlayer
      lesson={query.data.data}
      onAnswer={() => undefined}
      onFinish={() => setFinished(true)}
      onLeave={() => void navigate({ to: '/' })}
    />
  )
}
