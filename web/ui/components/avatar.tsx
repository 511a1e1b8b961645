import { useState } from 'react'
import { ownFile } from '../api/own-file.ts'

/** The user's picture, or the first letter of the name without one. Decorative, because the name is beside it. */
export function Avatar({ name, url, size = 40 }: { name: string; url: string | null; size?: number }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span
      aria-hidden="true"
      className="grid flex-none overflow-hidden rounded-full bg-primary-soft font-extrabold text-primary uppercase"
    >
      {url && !isBroken ? (
        <img src={ownFile(url)} alt="" width={size} height={size} onError={() => setBroken(true)} />
      ) : (
        // A drawing has its size in attributes: pages of the service have no style attributes.
        <svg aria-hidden="true" width={size} height={size} viewBox="0 0 100 100">
          <text
            x="50"
            y="50"
            textAnchor="middle"
            dominantBaseline="central"
            fontSize="42"
            fill="currentColor"
          >
            {name[0]}
          </text>
        </svg>
      )}
    </span>
  )
}
