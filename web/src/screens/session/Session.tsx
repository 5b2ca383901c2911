import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Session() {
  return (
    <Columns>
      <div className="head"><h1>Session</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
