import { Avatar } from '../../../ui/components/avatar.tsx'
import { useUser } from '../../../ui/session/session-store.ts'
import { useScreenText } from '../../use-text.ts'

interface Given {
  scores: { you: number; opponent: number }
  opponent: { username: string; avatarUrl: string }
}

export function FinalScore({ scores, opponent }: Given) {
  const { number } = useScreenText()
  const user = useUser()
  return (
    <dl className="mt-6 grid w-full grid-cols-2 gap-3">
      <Side name={user.username} url={user.profileImageUrl} points={number(scores.you)} look="text-primary" />
      <Side
        name={opponent.username}
        url={opponent.avatarUrl}
        points={number(scores.opponent)}
        look="text-gold-text"
      />
    </dl>
  )
}

function Side({
  name,
  url,
  points,
  look,
}: {
  name: string
  url: string | null
  points: string
  look: string
}) {
  return (
    <div className="flex min-w-0 flex-col items-center gap-2 rounded-card border border-line bg-surface px-3 py-4 shadow-card">
      <dt className="flex w-full min-w-0 flex-col items-center gap-2">
        <Avatar name={name} url={url} size={52} />
        <span className="max-w-full truncate font-bold">{name}</span>
      </dt>
      <dd className={`text-[30px] leading-none font-extrabold tabular-nums ${look}`}>{points}</dd>
    </div>
  )
}
