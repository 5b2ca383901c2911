import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Rooms() {
  return (
    <Columns>
      <div className="head"><h1>Rooms</h1></div>
      <Empty>Several agents at one table: this place is kept for them.</Empty>
    </Columns>
  )
}
