import { settings } from '../api/settings.ts'

/** The owl's head: one colour, readable at 16 px. */
export function OwlMark({ size = 32, className = '' }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M3.700 2.600c3 .3 5.500 1.500 7.300 3.300 1.600-.5 3.300-.8 5-.8s3.400.3 5 .8c1.800-1.800 4.300-3 7.300-3.300.500 0 .8.400.7.9l-1.500 6c1.400 2 2.100 4.400 2.100 7 0 7.300-6 13.300-13.600 13.300S2.400 23.800 2.400 16.500c0-2.600.8-5 2.100-7L3 3.500c-.1-.5.2-.9.7-.9zM10.200 10.200a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm11.600 0a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM16 18.400l-2.900 3.200 2.900 4 2.900-4z"
      />
      <circle cx="11" cy="15" r="2.100" fill="currentColor" />
      <circle cx="21" cy="15" r="2.100" fill="currentColor" />
    </svg>
  )
}

interface Given {
  name?: string
  /** The address of the logo; null: the owl. */
  picture?: string | null
  className?: string
}

/** The logo and the name of the site, which is cut off where it is too long. */
export function Logo({ name = settings.siteName, picture = settings.siteLogo, className = '' }: Given) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-2 text-[21px] font-extrabold tracking-tight ${className}`}
    >
      {picture ? (
        <img src={picture} alt="" width={28} height={28} className="flex-none rounded-[7px]" />
      ) : (
        <OwlMark size={28} className="flex-none text-primary" />
      )}
      <span className="truncate">{name}</span>
    </span>
  )
}
