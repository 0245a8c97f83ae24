"""Take Five: hidden pawns, shared chess pieces, and what each player knows of them."""
