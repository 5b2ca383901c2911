import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Terminals() {
  return (
    <Columns>
      <div className="head"><h1>Terminals</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
