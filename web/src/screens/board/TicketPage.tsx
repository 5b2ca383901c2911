import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function TicketPage() {
  return (
    <Columns>
      <div className="head"><h1>Ticket</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
