package codes

//go:generate go run -C .. ./codes/gen
