import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Inbox() {
  return (
    <Columns>
      <div className="head"><h1>Inbox</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
