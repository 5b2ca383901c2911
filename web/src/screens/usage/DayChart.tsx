import { useEffect, useRef, useState } from 'react'
import { roundUp, shown, shownOf, valueOf, type Measure, type Used } from './figures'

const HEIGHT = 180
const LEFT = 52
const BELOW = 22

/** One bar a day. The day below the pointer is told in words. */
export function DayChart(props: { days: Used[] | undefined; measure: Measure }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(800)
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    // Letters keep their size; only the room between the bars changes.
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const days = props.days ?? []
  const most = props.measure === 'cache' ? 1 : roundUp(Math.max(0, ...days.map(day => valueOf(props.measure, day))))
  const room = Math.max(1, width - LEFT)
  const step = room / Math.max(1, days.length)
  const bar = Math.max(1, Math.min(28, step * 0.72))
  const y = (value: number) => HEIGHT - (value / most) * (HEIGHT - 8)
  const chosen = at === null ? undefined : days[at]
  const labels = every(days.length, Math.max(1, Math.floor(room / 90)))
  const told = chosen ? `${spokenDay(chosen.name)}: ${shownOf(props.measure, chosen)}, ${chosen.requests.toLocaleString()} requests` : ' '
  const move = (event: React.PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
    setAt(x < 0 || days.length === 0 ? null : Math.min(days.length - 1, Math.floor(x / step)))
  }
  return (
    <figure className="day-chart" ref={box}>
      <svg width={width} height={HEIGHT + BELOW} role="img" aria-label={summary(days, props.measure)} onPointerMove={move} onPointerLeave={() => setAt(null)}>
        {[0, 0.5, 1].map(part => (
          <g key={part}>
            <line x1={LEFT} x2={width} y1={y(part * most) + 0.5} y2={y(part * most) + 0.5} className="grid" />
            <text x={LEFT - 8} y={y(part * most) + 4} textAnchor="end">{shown(props.measure, part * most)}</text>
          </g>
        ))}
        {days.map((day, index) => {
          const value = valueOf(props.measure, day)
          return <rect key={day.name} className={index === at ? 'bar at' : 'bar'} x={LEFT + index * step + (step - bar) / 2} width={bar} y={y(value)} height={Math.max(0, HEIGHT - y(value))} rx={Math.min(2, bar / 3)} />
        })}
        {labels.map(index => <text key={index} x={LEFT + index * step + step / 2} y={HEIGHT + 16} textAnchor="middle">{shortDay(days[index]!.name)}</text>)}
      </svg>
      <figcaption className="small muted" aria-live="off">{told}</figcaption>
    </figure>
  )
}

function every(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step).filter(at => at < count && (at > 0 || step === 1 || count < 3 || at + step <= count))
}

function summary(days: Used[], measure: Measure): string {
  if (days.length === 0) return 'No days yet'
  const highest = days.reduce((best, day) => (valueOf(measure, day) > valueOf(measure, best) ? day : best))
  return `One bar a day from ${spokenDay(days[0]!.name)} to ${spokenDay(days.at(-1)!.name)}; the highest is ${shownOf(measure, highest)} on ${spokenDay(highest.name)}`
}

function shortDay(name: string): string {
  return new Date(`${name}T12:00:00`).toLocaleDateString('en', { day: 'numeric', month: 'short' })
}

function spokenDay(name: string): string {
  return new Date(`${name}T12:00:00`).toLocaleDateString('en', { weekday: 'short', day: 'numeric', month: 'long' })
}
