// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC5192} from "./IERC5192.sol";
import {Issuer} from "./Issuer.sol";

/**
 * A token for the one who earned it. It is minted to a smart account that may not be deployed yet, so the receiver is
 * not asked (`_mint`, not `_safeMint`), and it stays there.
 */
abstract contract SoulboundToken is ERC721URIStorage, Issuer, IERC5192 {
    uint256 private _lastTokenId;
    mapping(bytes32 ref => uint256) private _tokenOfReference;

    error Soulbound(uint256 tokenId);
    error NotApprovable();

    constructor(
        string memory name,
        string memory symbol,
        address admin,
        address minter
    ) ERC721(name, symbol) Issuer(admin, minter) {}

    function mint(
        bytes32 ref,
        address to,
        string calldata uri
    ) external onlyRole(MINTER_ROLE) whenNotPaused returns (uint256 tokenId) {
        return _issue(ref, to, uri);
    }

    /// Each token has a reference of its own, so that any of them can be looked up later.
    function mintBatch(
        bytes32[] calldata refs,
        address[] calldata holders,
        string[] calldata uris
    ) external onlyRole(MINTER_ROLE) whenNotPaused {
        _sameLength(refs.length, holders.length);
        _sameLength(refs.length, uris.length);
        for (uint256 index = 0; index < refs.length; index++) _issue(refs[index], holders[index], uris[index]);
    }

    /// The token that was minted under a reference, or 0.
    function tokenOfReference(bytes32 ref) external view returns (uint256) {
        return _tokenOfReference[ref];
    }

    function totalMinted() external view returns (uint256) {
        return _lastTokenId;
    }

    function locked(uint256 tokenId) external view returns (bool) {
        _requireOwned(tokenId);
        return true;
    }

    function approve(address, uint256 tokenId) public pure override(ERC721, IERC721) {
        revert Soulbound(tokenId);
    }

    function setApprovalForAll(address, bool) public pure override(ERC721, IERC721) {
        revert NotApprovable();
    }

    function supportsInterface(
        bytes4 interfaceId
    ) public view virtual override(ERC721URIStorage, AccessControl) returns (bool) {
        return
            interfaceId == type(IERC5192).interfaceId ||
            ERC721URIStorage.supportsInterface(interfaceId) ||
            AccessControl.supportsInterface(interfaceId);
    }

    function _issue(bytes32 ref, address to, string calldata uri) internal once(ref) returns (uint256 tokenId) {
        tokenId = ++_lastTokenId;
        _tokenOfReference[ref] = tokenId;
        _mint(to, tokenId);
        _setTokenURI(tokenId, uri);
        emit Locked(tokenId);
    }

    function _update(address to, uint256 tokenId, address auth) internal override returns (address) {
        if (_ownerOf(tokenId) != address(0)) revert Soulbound(tokenId);
        return super._update(to, tokenId, auth);
    }
}
