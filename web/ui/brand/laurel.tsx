const CENTRE = 50
const RADIUS = 37
/** Degrees from the lowest point, on the way up one side. */
const LEAVES = [12, 32, 52, 72, 92, 112, 132]

function pointAt(degrees: number, radius: number): [number, number] {
  const radians = (degrees * Math.PI) / 180
  return [CENTRE - radius * Math.sin(radians), CENTRE + radius * Math.cos(radians)]
}

/** Half a wreath: pairs of leaves on a stem; the other half is its mirror image. */
function Branch() {
  const [endX, endY] = pointAt(140, RADIUS)
  return (
    <g fill="currentColor">
      <path
        d={`M${CENTRE} ${CENTRE + RADIUS}A${RADIUS} ${RADIUS} 0 0 1 ${endX} ${endY}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      {LEAVES.flatMap((degrees) =>
        [
          { radius: RADIUS + 5.5, turn: 148 },
          { radius: RADIUS - 4.5, turn: 212 },
        ].map(({ radius, turn }) => {
          const [x, y] = pointAt(degrees + 6, radius)
          return (
            <path
              key={`${degrees} ${turn}`}
              d="M0 -8C4.4 -4 4.4 3 0 8C-4.4 3 -4.4 -4 0 -8Z"
              transform={`translate(${x} ${y}) rotate(${degrees + turn - 90})`}
            />
          )
        }),
      )}
    </g>
  )
}

/** The laurel of success, with room for something in its middle. */
export function Laurel({ size = 120, className = '' }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 100 100"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <Branch />
      <g transform="matrix(-1 0 0 1 100 0)">
        <Branch />
      </g>
    </svg>
  )
}
