"""How the screens are laid out. Made for 80×24; larger terminals get more of everything."""

CSS = """
Screen { layout: vertical; }
OptionList, SelectOverlay, VerticalScroll, #boardbox { scrollbar-size: 1 1; }
#title { height: 1; text-style: bold; background: $primary; color: $text; padding: 0 1; width: 100%; }
.lead { padding: 1 2 0 2; }
Home OptionList { margin: 1 2; height: auto; max-height: 1fr; border: none; text-wrap: nowrap; text-overflow: ellipsis; }
Home #waiting { max-height: 6; }
#main { height: 1fr; }
#boardbox { width: 1fr; min-width: 41; height: 100%; overflow: auto; align: center middle; }
#side { width: 38; height: 100%; padding: 0 1; }
.-narrow #side { width: 24; }
.-narrow #boardbox { min-width: 0; }
.-wide #side { width: 40; }
.-widest #side { width: 60; }
#log { height: 1fr; }
#composer { margin-bottom: 1; }
#moves, #explored { link-style: none; link-color: $text; link-background-hover: $primary; }
#side Static { width: 100%; height: auto; }
#seats { margin-bottom: 1; }
#ask { text-style: bold; margin-bottom: 1; }
#link, #opinion, #explored, #hint, #news, #said, #chart, #totals { margin-bottom: 1; }
.-tight #log { min-height: 1; }
#side.-tight Static { margin-bottom: 0; }
#offer { background: $warning 30%; }
#typed { dock: bottom; height: 1; border: none; padding: 0 1; }
.form { padding: 1 2; height: 1fr; }
.field { height: 1; margin-bottom: 0; }
.field Label { width: 26; }
.field Input { border: none; height: 1; }
.field Select:focus > SelectCurrent { background: $primary; color: $text; text-style: bold; }
.field Input:focus { background: $primary 40%; }
.form Checkbox:focus { background: $primary; color: $text; }
.buttons Button { background: $surface-lighten-1; color: $text; }
.buttons Button:focus { background: $primary; color: $text; text-style: bold; }
.own-clock { display: none; }
.-own-clock .own-clock { display: block; }
.buttons { height: 1; margin-top: 1; }
.buttons Button { margin-right: 3; }
#about, #summary { height: auto; max-height: 3; padding: 0 2; color: $text-muted; }
.field Select, .field Input { width: 1fr; max-width: 44; }
Rooms .field, Records .field { padding: 0 2; }
Rooms OptionList, Records OptionList, Entries OptionList { height: 1fr; margin: 1 2; border: none; }
ModalScreen { align: center middle; }
.dialog { width: 70; max-width: 96%; height: auto; max-height: 90%; border: round $primary; padding: 0 1; background: $surface; }
.dialog OptionList { height: auto; max-height: 18; border: none; }
.dialog-title { text-style: bold; }
.page { height: 90%; }
.question Horizontal { height: 1; margin-top: 1; }
.question Button { margin-right: 3; }
Toast { width: 36; max-width: 45%; }
.-narrow Toast { width: 24; }
Tiny { background: $background; }
#tiny { width: 100%; height: auto; text-align: center; }
"""
