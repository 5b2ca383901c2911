import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Rooms() {
  return (
    <Columns>
      <div className="head"><h1>Rooms</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
