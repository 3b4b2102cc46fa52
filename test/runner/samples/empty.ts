import "uvu"
