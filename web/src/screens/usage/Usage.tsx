import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Usage() {
  return (
    <Columns>
      <div className="head"><h1>Usage</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
