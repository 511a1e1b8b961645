export type OwlMood = 'calm' | 'glad' | 'asleep' | 'lost'

/** The whole owl, for empty states and celebrations. Its colours are tokens, so it follows the theme. */
export function Owl({ mood = 'calm', size = 132 }: { mood?: OwlMood; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 140 140" aria-hidden="true" focusable="false">
      {/* A shadow is dark in both themes. */}
      <ellipse cx="70" cy="128" rx="40" ry="6" fill="#1f1830" opacity=".12" />
      <path
        d="M26 18c12 1 22 6 29 13 5-1 10-2 15-2s10 1 15 2c7-7 17-12 29-13 2 0 3 2 3 4l-6 24c5 8 8 17 8 27 0 29-22 52-49 52S21 102 21 73c0-10 3-19 8-27l-6-24c0-2 1-4 3-4z"
        fill="var(--primary)"
      />
      <path d="M70 125c-17 0-29-14-29-31s12-26 29-26 29 9 29 26-12 31-29 31z" fill="var(--primary-soft)" />
      <g stroke="var(--primary)" strokeWidth="3" strokeLinecap="round" fill="none" opacity=".7">
        <path d="M57 92l5 5 5-5M73 92l5 5 5-5M65 104l5 5 5-5" />
      </g>
      <circle cx="49" cy="62" r="19" fill="#fff" />
      <circle cx="91" cy="62" r="19" fill="#fff" />
      <Eyes mood={mood} />
      <path d="M70 68l8 9-8 11-8-11z" fill="var(--gold)" />
      <path
        d="M55 124v7M62 125v7M78 125v7M85 124v7"
        stroke="var(--gold)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      {mood === 'lost' && (
        <text x="121" y="30" fontSize="28" fontWeight="800" fill="var(--gold)" fontFamily="var(--font)">
          ?
        </text>
      )}
      {mood === 'asleep' && (
        <path
          d="M108 34h13l-13 14h13M124 16h9l-9 10h9"
          stroke="var(--ink-3)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          fill="none"
        />
      )}
    </svg>
  )
}

function Eyes({ mood }: { mood: OwlMood }) {
  const line = { stroke: '#1f1830', strokeWidth: 5, strokeLinecap: 'round' as const, fill: 'none' }
  if (mood === 'glad') return <path d="M40 65q9-11 18 0M82 65q9-11 18 0" {...line} />
  if (mood === 'asleep') return <path d="M40 62q9 8 18 0M82 62q9 8 18 0" {...line} />
  const shift = mood === 'lost' ? -4 : 0
  return (
    <g fill="#1f1830">
      <circle cx={51 + shift} cy={62 + shift} r="9" />
      <circle cx={89 + shift} cy={62 + shift} r="9" />
      <circle cx={54 + shift} cy={58 + shift} r="3" fill="#fff" />
      <circle cx={92 + shift} cy={58 + shift} r="3" fill="#fff" />
    </g>
  )
}
