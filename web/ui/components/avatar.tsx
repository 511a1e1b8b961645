import { useState } from 'react'
import { ownFile } from '../api/own-file.ts'

/** The user's picture, or the first letter of the name without one. Decorative, because the name is beside it. */
export function Avatar({ name, url, size = 40 }: { name: string; url: string | null; size?: number }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      className="grid flex-none place-items-center overflow-hidden rounded-full bg-primary-soft font-extrabold text-primary uppercase"
    >
      {url && !isBroken ? (
        <img src={ownFile(url)} alt="" width={size} height={size} onError={() => setBroken(true)} />
      ) : (
        name[0]
      )}
    </span>
  )
}
