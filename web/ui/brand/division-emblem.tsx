/** The divisions of the league from the lowest to the highest, with the colour of their emblem. */
const COLOURS = {
  BRONZE: '#b4703f',
  SILVER: '#8794a6',
  GOLD: '#d79d16',
  PEARL: '#b089c4',
  MARBLE: '#4f8fa8',
  OLIVE: '#7f9130',
  LAUREL: '#2c9561',
} as const

export type DivisionKey = keyof typeof COLOURS
export const DIVISION_KEYS = Object.keys(COLOURS) as DivisionKey[]

/** Degrees from the lowest point to the highest leaf of a full wreath. */
const FIRST = 24
const STEP = 19

/** A medal whose wreath grows with the division: one pair of leaves for the lowest, a full wreath for the highest. */
export function DivisionEmblem({ division, size = 96 }: { division: DivisionKey; size?: number }) {
  const colour = COLOURS[division]
  const leaves = DIVISION_KEYS.slice(0, DIVISION_KEYS.indexOf(division) + 1)
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <g fill={colour}>
        {leaves.flatMap((key, index) =>
          [1, -1].map((side) => (
            <path
              key={`${key} ${side}`}
              d="M0 -9C5 -4.5 5 3.5 0 9C-5 3.5 -5 -4.5 0 -9Z"
              transform={`rotate(${side * (180 - FIRST - index * STEP)} 50 50) translate(50 8.5) rotate(${side * -62})`}
            />
          )),
        )}
      </g>
      <circle cx="50" cy="50" r="29" fill={colour} />
      <circle cx="50" cy="50" r="29" fill="none" stroke="#000" strokeOpacity="0.2" strokeWidth="4" />
      <circle cx="50" cy="50" r="23" fill="none" stroke="#fff" strokeOpacity="0.55" strokeWidth="1.6" />
      <path
        d="M50 33.5l4.9 10.3 11.3 1.5-8.2 7.8 2 11.2-10-5.4-10 5.4 2-11.2-8.2-7.8 11.3-1.5z"
        fill="#fff"
        fillOpacity="0.95"
      />
    </svg>
  )
}
