import { Captions, Music } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'

interface Given {
  medium: Api.Medium
  /** The text of the picture; empty beside a text that says the same. */
  alt: string
  size: 'small' | 'large'
}

/** A picture of the medium; a sign for sound and captions. */
export function MediumPicture({ medium, alt, size }: Given) {
  const look = 'w-full bg-sunken'
  if (medium.kind !== 'PICTURE') {
    const Icon = medium.kind === 'AUDIO' ? Music : Captions
    return (
      <span
        className={`grid place-items-center text-ink-3 ${look} ${size === 'small' ? 'aspect-[4/3]' : 'h-32'}`}
      >
        <Icon size={40} aria-hidden="true" />
      </span>
    )
  }
  const pictures = medium.renditions.filter(({ contentType }) => contentType === 'image/webp')
  const shown = (size === 'small' ? pictures[0] : pictures.at(-1)) ?? medium
  return (
    <img
      src={ownFile(shown.url)}
      alt={alt}
      loading="lazy"
      className={`${look} ${size === 'small' ? 'aspect-[4/3] object-cover' : 'max-h-80 rounded-2xl object-contain'}`}
    />
  )
}
